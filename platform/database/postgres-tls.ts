/**
 * The address with what its `sslmode` means to the driver said in full. `prefer`, `require` and `verify-ca` check the
 * certificate and its name as `verify-full` does: a line that is encrypted to anybody at all protects nothing. Without
 * `sslmode` the line is plain.
 */
export function withTlsSpelled(url: string): string {
  const address = new URL(url);
  if (!['prefer', 'require', 'verify-ca'].includes(address.searchParams.get('sslmode') ?? '')) return url;
  address.searchParams.set('sslmode', 'verify-full');
  return address.href;
}
