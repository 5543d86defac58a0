# Tenor in a container. docs/operating.md says what should come of it, and operations/containers/try.sh tries it.
#
#   docker compose up                                   with a PostgreSQL of its own: compose.yaml
#   docker build -t tenor . && docker run --init -p 127.0.0.1:4000:4000 -v tenor:/data tenor
#                                                       alone, with the embedded PostgreSQL and its key in /data
FROM node:24.21.0-bookworm-slim

WORKDIR /app

# What is installed changes seldom: a layer of its own. The embedded PostgreSQL comes with it; Node.js is in the image
# already, and the second one of the packages is left out.
COPY package.json package-lock.json .npmrc ./
COPY engine/package.json engine/
COPY ach/package.json ach/
COPY guard/package.json guard/
COPY metro2/package.json metro2/
COPY simulator/package.json simulator/
COPY cli/package.json cli/
RUN npm ci --omit=dev \
  && rm -rf node_modules/node-linux-* node_modules/.bin/node \
  && npm cache clean --force

COPY LICENSE CHANGELOG.md ./
COPY cli cli
COPY engine engine
COPY ach ach
COPY guard guard
COPY metro2 metro2
COPY simulator simulator
COPY src src
COPY docs/examples.json docs/

# Not root: the account `node` of the image, and PostgreSQL runs as the same. Without a VOLUME here, a container beside
# DATABASE_URL leaves none behind; alone it needs -v tenor:/data, and says so in its log where that is missing.
RUN mkdir -m 700 /data && chown node:node /data
USER node

ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data
EXPOSE 4000

HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 4000}/health/ready`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]

# SIGTERM drains: give it more than ten seconds (docker stop --time 15). Run it with --init, or nobody reaps what ends.
CMD ["node", "cli/tenor.mjs", "start"]
