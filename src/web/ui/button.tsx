import type { ComponentProps, ReactNode } from 'react'
import { cx } from './class-names.ts'
import { Icon, type IconName } from './icon.tsx'

/**
 * mine: yellow, only Log, Sign In and the step in an empty face, one per view. solid: save and confirm in dialogs.
 * plain: everything else. line: secondary on a busy ground. quiet: cancel, share. danger: deleting.
 */
export type ButtonKind = 'mine' | 'solid' | 'plain' | 'line' | 'quiet' | 'danger'

interface Look {
  kind?: ButtonKind
  size?: 'big'
  icon?: IconName
  wide?: boolean
}

function look({ kind = 'plain', size, wide }: Look, className?: string): string {
  return cx('btn', kind !== 'plain' && `btn-${kind}`, size === 'big' && 'btn-big', wide && 'btn-wide', className)
}

/** `busy` disables it and shows `busyLabel` ("Saving…"); the width stays. */
export function Button({
  kind,
  size,
  icon,
  wide,
  busy = false,
  busyLabel,
  className,
  children,
  disabled,
  onClick,
  ...rest
}: Look & { busy?: boolean; busyLabel?: string } & Omit<ComponentProps<'button'>, 'kind' | 'size'>) {
  return (
    <button
      type="button"
      {...rest}
      className={look({ ...(kind && { kind }), ...(size && { size }), ...(wide && { wide }) }, className)}
      // Not `disabled` while busy: the focus would be lost.
      disabled={disabled}
      aria-disabled={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      {icon && <Icon name={icon} />}
      {busyLabel ? <Swap isOn={busy} on={busyLabel} off={children} /> : children}
    </button>
  )
}

/** Both labels lie in one grid cell, so the button is as wide as the wider of the two. */
function Swap({ isOn, on, off }: { isOn: boolean; on: ReactNode; off: ReactNode }) {
  return (
    <span className="btn-swap">
      <span aria-hidden={isOn} data-on={!isOn}>
        {off}
      </span>
      <span aria-hidden={!isOn} data-on={isOn}>
        {on}
      </span>
    </span>
  )
}

export function ButtonLink({
  kind,
  size,
  icon,
  wide,
  className,
  children,
  ...rest
}: Look & { href: string } & ComponentProps<'a'>) {
  return (
    <a {...rest} className={look({ ...(kind && { kind }), ...(size && { size }), ...(wide && { wide }) }, className)}>
      {icon && <Icon name={icon} />}
      {children}
    </a>
  )
}

/** `dot` is the yellow diamond: something new is in there (say so in `label` too). */
export function IconButton({
  icon,
  label,
  dot,
  className,
  ...rest
}: { icon: IconName; label: string; dot?: boolean } & ComponentProps<'button'>) {
  return (
    <button type="button" {...rest} className={cx('icon-btn', className)} aria-label={label} data-tip={label}>
      <Icon name={icon} size={20} />
      {dot && <span className="dot" />}
    </button>
  )
}

export function IconButtonLink({
  icon,
  label,
  dot,
  href,
  className,
  ...rest
}: { icon: IconName; label: string; dot?: boolean; href: string } & ComponentProps<'a'>) {
  return (
    <a {...rest} href={href} className={cx('icon-btn', className)} aria-label={label} data-tip={label}>
      <Icon name={icon} size={20} />
      {dot && <span className="dot" />}
    </a>
  )
}

export function Kbd({ children }: { children: ReactNode }) {
  return <kbd className="kbd">{children}</kbd>
}
