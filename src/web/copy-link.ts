import { COPYING_NOT_ALLOWED } from '#shared/sentences.ts'
import { toast } from './ui/toasts.ts'

/**
 * Copies an address of this site, and says so, with the name of what it leads to. The browser's origin, because the server may not
 * know its public address.
 */
export async function copyLink(path: string, name?: string): Promise<void> {
  const url = location.origin + path
  try {
    await navigator.clipboard.writeText(url)
    toast({ title: 'Link copied', ...(name && { description: name }) })
  } catch {
    toast({ title: COPYING_NOT_ALLOWED, description: url })
  }
}
