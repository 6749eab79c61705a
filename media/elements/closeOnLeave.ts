/**
 * For `focusout` of a list that drops down: the component leaves it open over the page when Tab leads on. With
 * nothing that takes the focus it is a press of the mouse, perhaps on one of its own options.
 */
export function closeOnLeave({ currentTarget, relatedTarget }: FocusEvent): void {
  if (currentTarget === null || relatedTarget === null || relatedTarget === currentTarget) return;
  if ('open' in currentTarget) currentTarget.open = false;
}
