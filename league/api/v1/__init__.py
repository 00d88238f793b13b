"""The resources of the REST API, by the subjects of the services: read, or one command each."""
