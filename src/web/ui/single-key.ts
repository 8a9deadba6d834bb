/** Returns whether a dialog is open; it then receives all keys. */
export function isDialogOpen(): boolean {
  return document.querySelector('[role=dialog][data-open]:not(.popover)') !== null
}

/** Returns whether a single key is meant for the page, and not for a field, a menu or a dialog. */
export function isForPage(event: KeyboardEvent): boolean {
  return (
    !event.defaultPrevented &&
    !event.ctrlKey &&
    !event.metaKey &&
    !event.altKey &&
    !takesLetters(event.target) &&
    !isDialogOpen()
  )
}

function takesLetters(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) ||
      // Menus and lists use letters to jump to an entry.
      target.closest('[role=menu], [role=listbox]') !== null)
  )
}
