/**
 * Shows the notice that the page did not load. Sets `role=alert` only now, so that no hidden alert is in the
 * page. In syntax that old browsers run.
 */
export function showNotice(id: string): void {
  var notice = document.getElementById(id);
  if (!notice) return;
  notice.setAttribute('role', 'alert');
  notice.hidden = false;
}
