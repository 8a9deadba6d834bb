import { useEffect, useRef, useState } from 'react'
import { memberName } from '#shared/member-name.ts'
import { COPYING_NOT_ALLOWED } from '#shared/sentences.ts'
import { cx } from '#web/ui/class-names.ts'
import { Icon, type IconName } from '#web/ui/icon.tsx'
import { PopoverButton } from '#web/ui/popover-button.tsx'
import { toast } from '#web/ui/toasts.ts'
import { useEnv } from '#web/use-env.ts'
import type { PublicProfile } from '../profiles.contract.ts'
import { discordText, profileShareText } from '../profiles.texts.ts'

/** How long the confirmation of copying is shown (R-PROF-24, R-MODAL-15). */
const COPIED_MS = 2000

/**
 * Shares a profile as a link, on X and in Discord (G46, R-PROF-23..25), and with `withMail` by mail too, as an
 * invitation.
 */
export function SharePanel({ profile, withMail }: { profile: PublicProfile; withMail?: boolean }) {
  const { productName } = useEnv()
  const name = memberName(profile)
  const text = profileShareText(name, productName)
  // The browser's origin, because the server may not know its own public address. This never renders on the server.
  const url = `${location.origin}/profile/${profile.id}`
  return (
    <div className="grid min-w-52 gap-0.5">
      <a
        className={ITEM}
        href={`https://x.com/intent/post?${new URLSearchParams({ text, url })}`}
        target="_blank"
        rel="noopener noreferrer"
      >
        <Icon name="external" />
        Share on X
      </a>
      <CopyButton icon="chat" label="Copy Discord message" text={discordText(name, text, url)} />
      <CopyButton icon="link" label="Copy link" text={url} />
      {withMail && (
        <a className={ITEM} href={`mailto:?${mailSearch(text, `${text}\n${url}`)}`}>
          <Icon name="mail" />
          Send by mail
        </a>
      )}
    </div>
  )
}

const ITEM =
  'flex min-h-9 w-full items-center gap-2.5 rounded-control px-2.5 text-left text-14 font-[550] hover:bg-surface-2 pointer-coarse:min-h-11'

/** Encodes spaces as %20, because mail programs show a plus as a plus. */
const mailSearch = (subject: string, body: string) =>
  `subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`

function CopyButton({ icon, label, text }: { icon: IconName; label: string; text: string }) {
  const [isCopied, setCopied] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
    } catch {
      toast({ title: COPYING_NOT_ALLOWED, description: text })
      return
    }
    setCopied(true)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setCopied(false), COPIED_MS)
  }
  return (
    <button type="button" className={cx(ITEM)} onClick={() => void copy()}>
      <Icon name={isCopied ? 'check' : icon} />
      <span aria-live="polite">{isCopied ? 'Copied!' : label}</span>
    </button>
  )
}

export function ShareButton({ profile }: { profile: PublicProfile }) {
  return (
    <PopoverButton
      title="Share this profile"
      className="btn btn-quiet"
      align="end"
      panel={() => <SharePanel profile={profile} />}
    >
      <Icon name="share" />
      Share
    </PopoverButton>
  )
}
