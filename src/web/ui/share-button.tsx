import { COPYING_NOT_ALLOWED } from '#shared/sentences.ts'
import { Button, type ButtonKind } from './button.tsx'
import { toast } from './toasts.ts'

/** Shares the address of a page: by the system's dialog on a touch screen, else by copying it. */
export function ShareButton(props: {
  kind?: ButtonKind
  title: string
  path: string
  className?: string
  disabled?: boolean
}) {
  const { kind = 'quiet', title, path, className, disabled } = props

  const share = async () => {
    // The browser's origin, because the server may not know its public address.
    const url = location.origin + path
    try {
      if (matchMedia('(pointer: coarse)').matches && navigator.share) await navigator.share({ title, url })
      else {
        await navigator.clipboard.writeText(url)
        toast({ title: 'Link copied' })
      }
    } catch (error) {
      // The person has closed the system's dialog.
      if (error instanceof DOMException && error.name === 'AbortError') return
      toast({ title: COPYING_NOT_ALLOWED, description: url })
    }
  }
  return (
    <Button kind={kind} icon="share" className={className} disabled={disabled} onClick={() => void share()}>
      Share
    </Button>
  )
}
