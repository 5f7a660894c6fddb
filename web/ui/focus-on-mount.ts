/** A ref for what takes the place of the control that was just used: without it the keyboard's place is lost. */
export const focusOnMount = (element: HTMLElement | null): void => element?.focus();
