# Build stage: the same commands as .ci/run, on the builder's own platform; the executable is for the platform that is asked
# for (docker buildx build --platform linux/amd64,linux/arm64). Runtime stage: the executable alone.
FROM --platform=$BUILDPLATFORM node:22-bookworm-slim AS build
ARG TARGETARCH
WORKDIR /build
COPY . .
RUN npx --yes bun@1.4.5 run check
RUN npx --yes bun@1.4.5 run build --target "bun-linux-$(echo "${TARGETARCH:-amd64}" | sed s/amd64/x64/)"
RUN npx --yes bun@1.4.5 src/main.ts licenses > dist/third-party-notices.txt

FROM debian:bookworm-slim
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates && rm -rf /var/lib/apt/lists/* \
  && useradd --system --uid 10001 --create-home --home-dir /data postroom
COPY --from=build /build/dist/postroom /usr/local/bin/postroom
COPY --from=build /build/dist/third-party-notices.txt /usr/share/doc/postroom/
# Nothing but /data is written: it runs with --read-only too.
USER 10001
WORKDIR /data
VOLUME /data
ENV HOST=0.0.0.0 DATA_DIR=/data
EXPOSE 3000 8443 2525 2587 2465 2143 2993
HEALTHCHECK --interval=30s --timeout=6s --start-period=10s CMD ["postroom", "healthcheck"]
ENTRYPOINT ["postroom"]
CMD ["serve"]
