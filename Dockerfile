# An image with nothing but the static program of a release archive:
#   cargo xtask dist --target x86_64-unknown-linux-musl
#   docker build --build-arg ARCHIVE=target/dist/idlgen-0.1.0-x86_64-unknown-linux-musl.tar.gz -t idlgen .
#   docker run --rm -v "$PWD:/work" idlgen validate manifests/
FROM scratch AS archive
ARG ARCHIVE
# ADD unpacks the archive; its one directory is matched below.
ADD ${ARCHIVE} /

FROM scratch
COPY --from=archive /idlgen-*/idlgen /idlgen
COPY --from=archive /idlgen-*/LICENSE /idlgen-*/THIRD-PARTY.md /licenses/
WORKDIR /work
ENTRYPOINT ["/idlgen"]
