/** Opens the list of keyboard shortcuts, from wherever a menu offers it. */
export function openKeys(): void {
  dispatchEvent(new Event(OPEN_KEYS))
}

export const OPEN_KEYS = 'savepoint:keys'
