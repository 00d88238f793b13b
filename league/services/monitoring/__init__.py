"""What operators watch: probes, metrics, who is alive, what went wrong with a host.

`traces` names what is being done in each line of the log, `tallies` counts without waiting for
others, `metrics` and `readiness` read it all for Prometheus and for probes, `presence` tells when
clock and workers were last seen. `host_errors` says in generic words what failed on a machine, and
tells the site's staff the details.
"""
