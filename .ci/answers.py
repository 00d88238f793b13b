"""Tell by the exit status whether the database server and the Redis of two addresses answer."""

import sys

import psycopg
import redis

database, broker = sys.argv[1:]
try:
    psycopg.connect(database.rsplit("/", 1)[0] + "/postgres", connect_timeout=3).close()
    redis.Redis.from_url(broker, socket_connect_timeout=3).ping()
except (psycopg.Error, redis.RedisError) as error:
    sys.stderr.write(f"{error}\n")
    sys.exit(1)
