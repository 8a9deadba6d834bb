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
  const shown = { ...input, id: ++lastId }
  toastStore.set(shown)
  const { title, action } = shown
  if (!action?.href) return
  const link = { id: shown.id, title, label: action.label, href: action.href }
  toastLinks.set([link, ...toastLinks.get()].slice(0, MAX_LINKS))
}

interface ToastLink {
  id: number
  title: string
  label: string
  href: string
}

const MAX_LINKS = 3

/** The links of the last toasts, newest first. They stand at the bell until the document ends, for who could not reach them in time. */
export const toastLinks = createStore<readonly ToastLink[]>([])

/** Removes the toast; with an id only if the toast with this id is still shown. */
export function dismissToast(id?: number): void {
  const current = toastStore.get()
  if (current && (id === undefined || current.id === id)) toastStore.set(null)
}
