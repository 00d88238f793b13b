"""What all pages share: forms and refusals, crumbs and pages of lists, languages, charts.

`access` says who is looking; `sending` shows a service's refusal beside the field it is about and
`refused` above the page. `documents` turns Markdown of `docs` into pages.
"""
