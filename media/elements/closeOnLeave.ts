/**
 * Handles `focusout` of a dropdown, which the component leaves open when Tab moves the focus. Without a
 * related target it is a mouse press, possibly on one of its options.
 */
export function closeOnLeave({ currentTarget, relatedTarget }: FocusEvent): void {
  if (currentTarget === null || relatedTarget === null || relatedTarget === currentTarget) return;
  if ('open' in currentTarget) currentTarget.open = false;
}
