/**
 * Moves the focus before a press on this button removes its row: to the same button (`data-remove`) of the next or the previous
 * row, or, if it was the last row, to what is around the list and can have it. Returns whether there is another row.
 */
export function leaveRow(button: HTMLElement): boolean {
  const row = button.closest('li')
  const neighbour = row?.nextElementSibling ?? row?.previousElementSibling ?? null
  if (neighbour) neighbour.querySelector<HTMLElement>('[data-remove]')?.focus()
  else row?.parentElement?.closest<HTMLElement>('[tabindex]')?.focus({ preventScroll: true })
  return neighbour !== null
}
