import { copyLink } from '../copy.ts'
import { Button, type ButtonKind } from './button.tsx'

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
    try {
      if (matchMedia('(pointer: coarse)').matches && navigator.share)
        return await navigator.share({ title, url: location.origin + path })
    } catch (error) {
      // The person has closed the system's dialog.
      if (error instanceof DOMException && error.name === 'AbortError') return
    }
    await copyLink(path)
  }
  return (
    <Button kind={kind} icon="share" className={className} disabled={disabled} onClick={() => void share()}>
      Share
    </Button>
  )
}
