import { copyText } from '#web/copy.ts'
import { Button } from '#web/ui/button.tsx'
import { useEnv } from '#web/use-env.ts'
import { SECOND_FACTOR_TEXTS } from '../settings.texts.ts'

/** A typeface in which I, l and 1 differ, from fonts that every system has. */
export const CODE_TYPEFACE = 'text-15 [font-family:ui-monospace,Menlo,Consolas,monospace]'

/** The recovery codes, to copy, download or write down. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const { productName } = useEnv()
  const text = `${codes.join('\n')}\n`

  const copy = () =>
    copyText(
      text,
      { title: 'Recovery codes copied' },
      { title: SECOND_FACTOR_TEXTS.notCopied, description: SECOND_FACTOR_TEXTS.writeDown },
    )
  function download(): void {
    const address = URL.createObjectURL(new Blob([`${productName}\n\n${text}`], { type: 'text/plain' }))
    const link = document.createElement('a')
    link.href = address
    link.download = `${productName.toLowerCase()}-recovery-codes.txt`
    link.click()
    setTimeout(() => URL.revokeObjectURL(address), 1000)
  }

  return (
    <div className="grid gap-4">
      <ul className={`${CODE_TYPEFACE} grid grid-cols-2 gap-x-6 gap-y-2 select-text`} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <p className="flex flex-wrap gap-2">
        {/* Gets the initial focus, so that the key that closes the dialog is not pressed by accident. */}
        <Button icon="copy" data-first onClick={() => void copy()}>
          Copy
        </Button>
        <Button icon="download" onClick={download}>
          Download
        </Button>
      </p>
    </div>
  )
}
