# Prints the formula of a release. Arguments: version, owner/name; the executables lie in dist.
set -eu
formula=$(sed "s|VERSION|$1|g; s|REPOSITORY|$2|g" "$(dirname "$0")/postroom.rb")
for machine in darwin-arm64 darwin-x64 linux-arm64 linux-x64; do
  test -f "dist/postroom-$machine"
  sum=$(sha256sum "dist/postroom-$machine" | cut -d " " -f 1)
  formula=$(printf '%s\n' "$formula" | sed "s|SHA256-$machine|$sum|")
done
printf '%s\n' "$formula" | sed 1d
