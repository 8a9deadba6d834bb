import { useState } from 'react'
import { cx } from '#web/ui/class-names.ts'
import { Icon } from '#web/ui/icon.tsx'

/** The icon of an achievement, or a trophy in its place. A locked one is grey. */
export function AchievementIcon({ address, isLocked = false }: { address: string | null; isLocked?: boolean }) {
  const [isBroken, setBroken] = useState(false)
  return (
    <span
      className={cx(
        'grid size-12 flex-none place-items-center overflow-hidden rounded-control bg-surface-2',
        isLocked ? 'text-text-3' : 'text-text',
      )}
    >
      {address && !isBroken ? (
        <img
          src={address}
          alt=""
          width={48}
          height={48}
          loading="lazy"
          className={cx(isLocked && 'opacity-60 grayscale')}
          onError={() => setBroken(true)}
        />
      ) : (
        <Icon name="trophy" size={20} />
      )}
    </span>
  )
}
