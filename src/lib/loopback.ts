/** Whether an IP address is this machine's own, also one that IPv6 carries. */
export function isLoopback(address: string): boolean {
  return address === "::1" || /^(?:::ffff:)?127\./.test(address);
}
