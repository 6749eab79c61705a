/**
 * What the host tells, seen as the page is seen now: the view that the host knows may be older than the last key or
 * click here. Give no shown state where the view is to be the host's.
 */
export function withOwnView<State extends { readonly view: unknown }>(
  next: State,
  shown: State | undefined,
): State {
  return shown === undefined ? next : { ...next, view: shown.view };
}
