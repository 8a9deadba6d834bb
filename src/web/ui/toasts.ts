import type { Status } from './status.tsx'

export interface ToastInput {
  title: string
  description?: string
  /** Shows the shape of the status before the title. */
  status?: Status
  tone?: 'danger'
  /** Shows an "Undo" button. */
  undo?: () => void
  /** An action other than Undo. */
  action?: { label: string; onClick?: () => void; href?: string }
}

export interface Toast extends ToastInput {
  id: number
}

let current: Toast | null = null
let lastId = 0
const listeners = new Set<() => void>()

function set(next: Toast | null): void {
  current = next
  for (const listener of listeners) listener()
}

/** Shows a toast, which replaces the previous one. */
export function toast(input: ToastInput): void {
  set({ ...input, id: ++lastId })
}

/** Closes the toast; with an id only if it is still that one. */
export function dismissToast(id?: number): void {
  if (current && (id === undefined || current.id === id)) set(null)
}

export const toastStore = {
  get: (): Toast | null => current,
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}
