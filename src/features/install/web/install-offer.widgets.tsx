import { useEffect, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { useEnv } from '#web/use-env.ts'
import { INSTALL_TEXTS } from '../install.texts.ts'
import { countVisit, type InstallPromptEvent, noteOffer } from './install-prompt.ts'

/**
 * Offers once, from the third day on, to install the site, where the browser can do so. The browser's own offer does not come
 * then. An installed app has nothing to offer.
 */
export function InstallOffer() {
  const { productName } = useEnv()
  const [offer, setOffer] = useState<InstallPromptEvent | null>(null)
  useEffect(() => {
    if (matchMedia('(display-mode: standalone)').matches) return
    if (!countVisit(new Date().toLocaleDateString('sv'))) return
    const onPrompt = (event: Event) => {
      event.preventDefault()
      noteOffer()
      setOffer(event as InstallPromptEvent)
    }
    addEventListener('beforeinstallprompt', onPrompt, { once: true })
    return () => removeEventListener('beforeinstallprompt', onPrompt)
  }, [])
  if (offer === null) return null
  return (
    <aside
      className="panel mt-12 flex flex-wrap items-center justify-between gap-x-6 gap-y-4 p-5"
      aria-label={INSTALL_TEXTS.title(productName)}
    >
      <p className="min-w-0 flex-[1_1_20rem]">
        <strong className="block">{INSTALL_TEXTS.title(productName)}</strong>
        <span className="text-text-2">{INSTALL_TEXTS.text}</span>
      </p>
      <span className="flex gap-3">
        <Button onClick={() => setOffer(null)}>{INSTALL_TEXTS.dismiss}</Button>
        <Button
          kind="solid"
          onClick={() => {
            setOffer(null)
            // The browser asks the member; a refusal is its answer.
            void offer.prompt().catch(() => {})
          }}
        >
          {INSTALL_TEXTS.install}
        </Button>
      </span>
    </aside>
  )
}
