"""The league and its site, from the database to pages and API.

`logic` is pure; `models` are rows; `services` write them; `tasks` let workers do so; `web`, `api`,
`admin` and `management` are how people, programs and operators get there; `config` joins all.
"""
