import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import type { Profile } from '#features/profiles/profiles.contract.ts'
import { lazyLoaded } from '#web/lazy-hydration.tsx'
import { Button } from '#web/ui/button.tsx'
import { Section } from '#web/ui/section.tsx'
import { PINS_ABOUT } from '../pins.texts.ts'
import { PinCard } from './pin-card.tsx'
import { pinsQuery } from './pins.api.ts'

const PinsDialog = lazyLoaded(() => import('./pins-dialog.tsx'), 'PinsDialog')

/** Renders a member's pins on top of the profile. Without pins others see nothing. */
export function Pinned({ profile, className }: { profile: Profile; className?: string }) {
  const { data: pins } = useQuery(pinsQuery(profile.id, profile.seenAs))
  const [isOpen, setOpen] = useState(false)
  const mayEdit = profile.viewerCan.edit
  const hasPins = pins !== undefined && pins.length > 0
  if (!pins || (!hasPins && !mayEdit)) return null
  return (
    <Section
      title="Pinned"
      {...(className && { className })}
      action={
        mayEdit &&
        hasPins && (
          <button type="button" className="linkish" onClick={() => setOpen(true)}>
            Edit<span className="visually-hidden"> pinned</span>
          </button>
        )
      }
    >
      {hasPins ? (
        <ul className="grid gap-x-8 gap-y-6 md:grid-cols-3">
          {pins.map((pin) => (
            <li key={pin.item_id} className="min-w-0">
              <PinCard pin={pin} />
            </li>
          ))}
        </ul>
      ) : (
        <p className="flex flex-wrap items-center gap-x-4 gap-y-2 text-14 text-text-2">
          {PINS_ABOUT}
          <Button icon="pin" onClick={() => setOpen(true)}>
            Pin something
          </Button>
        </p>
      )}
      {isOpen && (
        <Suspense>
          <PinsDialog profile={profile} pins={pins} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Section>
  )
}
