import { COPYING_NOT_ALLOWED } from '#shared/sentences.ts'
import { type ToastInput, toast } from './ui/toasts.ts'

/** Copies a text, and says so. Says `refused` where the browser does not allow it: a site without TLS has no clipboard at all. */
export async function copyText(text: string, done: ToastInput, refused: ToastInput): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
  } catch {
    toast(refused)
    return
  }
  toast(done)
}

/**
 * Copies an address of this site, and says so, with the name of what it leads to. The browser's origin, because the server may not
 * know its public address.
 */
export function copyLink(path: string, name?: string): Promise<void> {
  const url = location.origin + path
  return copyText(
    url,
    { title: 'Link copied', ...(name && { description: name }) },
    { title: COPYING_NOT_ALLOWED, description: url },
  )
}
