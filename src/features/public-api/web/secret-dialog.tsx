import { copyText } from '#web/copy.ts'
import { Button } from '#web/ui/button.tsx'
import { DialogContent, DoneButton } from '#web/ui/dialog.tsx'
import { COPY_FROM_FIELD } from '#web/ui/error-texts.ts'
import { APP_HINTS } from '../apps.texts.ts'

interface SecretProps {
  title: string
  text: string
  /** The field's name: 'Token' or 'Secret'. */
  name: string
  secret: string
  onDone: () => void
}

/** Shows a secret this once, to copy. */
export function Secret({ title, text, name, secret, onDone }: SecretProps) {
  const copy = () =>
    copyText(
      secret,
      { title: `${name} copied` },
      { title: APP_HINTS.notCopied(name.toLowerCase()), description: COPY_FROM_FIELD },
    )
  return (
    <DialogContent title={title} description={text} footer={<DoneButton onClick={onDone} />}>
      <div className="grid gap-3">
        <input
          className="input"
          aria-label={name}
          readOnly
          data-first
          value={secret}
          onFocus={({ target }) => target.select()}
        />
        <Button icon="copy" className="justify-self-start" onClick={() => void copy()}>
          Copy
        </Button>
      </div>
    </DialogContent>
  )
}
