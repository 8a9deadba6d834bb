import { type CSSProperties, useRef } from 'react'
import { cx } from './class-names.ts'
import { Icon } from './icon.tsx'

/**
 * Grounds and text colours from the cover palettes, each at least 4.5:1. Copied here, because the palettes load with the
 * covers.
 */
const INKS: readonly [ground: string, type: string][] = [
  ['#f2a65a', '#2a1a0c'],
  ['#e3a933', '#2a1a0c'],
  ['#86ba66', '#11150a'],
  ['#e4614b', '#2a0a05'],
  ['#e2708b', '#2d0a15'],
  ['#f2bcae', '#37131d'],
  ['#9fcce5', '#0d2438'],
  ['#ebe5d6', '#1a2124'],
  ['#beb3de', '#211740'],
  ['#e97a42', '#2a1007'],
  ['#d6e6e4', '#10323a'],
  ['#237f86', '#ffffff'],
  ['#2a6ba8', '#ffffff'],
  ['#86406a', '#fbe3e4'],
  ['#a33a26', '#fdeed9'],
]

/** FNV-1a: a person has the same colours everywhere. */
function inkOf(id: string): readonly [string, string] {
  let hash = 2166136261
  for (let i = 0; i < id.length; i++) hash = Math.imul(hash ^ id.charCodeAt(i), 16777619)
  return INKS[(hash >>> 0) % INKS.length]!
}

function initialOf(name: string): string {
  const [first] = name.trim().match(/[\p{L}\p{N}]/u) ?? ['?']
  return first.toUpperCase()
}

export type Presence = 'gaming' | 'online' | 'offline'

/**
 * A round picture, or the initial in colours chosen by the id. It decorates a name, so it has no accessible name of its
 * own. The ring shows the presence by colour and shape; the words belong under the name.
 */
export function Avatar(props: {
  id: string
  name: string
  src?: string | null | undefined
  size?: 24 | 32 | 36 | 40 | 44 | 56 | 72 | 128
  presence?: Presence | null | undefined
  className?: string
}) {
  const [ground, type] = inkOf(props.id)
  const failed = useRef(false)
  const hide = (image: HTMLImageElement) => {
    failed.current = true
    image.hidden = true
  }
  return (
    <span
      className={cx('avatar', props.presence && `avatar-${props.presence}`, props.className)}
      style={{ '--z': `${props.size ?? 36}px`, '--g': ground, '--f': type } as CSSProperties}
      aria-hidden="true"
    >
      {initialOf(props.name)}
      {props.src && (
        <img
          key={props.src}
          src={props.src}
          alt=""
          loading="lazy"
          decoding="async"
          suppressHydrationWarning
          ref={(image) => {
            if (image && !failed.current && image.complete && image.naturalWidth === 0 && image.currentSrc) hide(image)
          }}
          onError={(event) => hide(event.currentTarget)}
        />
      )}
      {props.presence === 'gaming' && (
        <span className="avatar-presence">
          <Icon name="playing" />
        </span>
      )}
    </span>
  )
}
