/** A dialog is another place: its keys are its own. */
export function isDialogOpen(): boolean {
  return document.querySelector('dialog[open], [role=dialog][data-open]') !== null
}

/** Whether a key pressed by itself is meant for the page: not for a field, a menu or a dialog. */
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
      // These jump to the entry that begins with the letter.
      target.closest('[role=menu], [role=listbox]') !== null)
  )
}
