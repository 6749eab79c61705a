/**
 * The state of the host with the current view of the page, because the host's view may be older than the last
 * key or click. Without a current state, the view of the host is used.
 */
export function withOwnView<State extends { readonly view: unknown }>(
  next: State,
  shown: State | undefined,
): State {
  return shown === undefined ? next : { ...next, view: shown.view };
}
