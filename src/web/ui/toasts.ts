import { createStore } from '../store.ts'
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

export const toastStore = createStore<Toast | null>(null)
let lastId = 0

/** Shows a toast, which replaces the previous one. */
export function toast(input: ToastInput): void {
  toastStore.set({ ...input, id: ++lastId })
}

/** Removes the toast; with an id only if the toast with this id is still shown. */
export function dismissToast(id?: number): void {
  const current = toastStore.get()
  if (current && (id === undefined || current.id === id)) toastStore.set(null)
}
