# The release writes VERSION, REPOSITORY and the checksums in (.github/workflows/release.yml).
class Postroom < Formula
  desc "Email service that software agents live in"
  homepage "https://github.com/REPOSITORY"
  version "VERSION"
  license "Apache-2.0"

  on_macos do
    on_arm do
      url "https://github.com/REPOSITORY/releases/download/vVERSION/postroom-darwin-arm64"
      sha256 "SHA256-darwin-arm64"
    end
    on_intel do
      url "https://github.com/REPOSITORY/releases/download/vVERSION/postroom-darwin-x64"
      sha256 "SHA256-darwin-x64"
    end
  end
  on_linux do
    on_arm do
      url "https://github.com/REPOSITORY/releases/download/vVERSION/postroom-linux-arm64"
      sha256 "SHA256-linux-arm64"
    end
    on_intel do
      url "https://github.com/REPOSITORY/releases/download/vVERSION/postroom-linux-x64"
      sha256 "SHA256-linux-x64"
    end
  end

  def install
    bin.install Dir["postroom-*"].first => "postroom"
    (var/"postroom").mkpath
  end

  service do
    run [opt_bin/"postroom", "serve"]
    working_dir var/"postroom"
    keep_alive true
    log_path var/"log/postroom.log"
    error_log_path var/"log/postroom.log"
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/postroom version")
  end
end
