import { type ComponentProps, type ReactNode, useState } from 'react'
import { cx } from './class-names.ts'
import { Icon, type IconName } from './icon.tsx'

/**
 * mine: yellow, only for Log, Sign In and the next step in an empty state, one per view. solid: save and confirm in
 * dialogs. plain: everything else. line: secondary on a busy ground. quiet: cancel, share. danger: deleting.
 */
export type ButtonKind = 'mine' | 'solid' | 'plain' | 'line' | 'quiet' | 'danger'

interface ButtonStyle {
  kind?: ButtonKind
  size?: 'big'
  icon?: IconName
  wide?: boolean
}

function classOf({ kind = 'plain', size, wide }: ButtonStyle, className?: string): string {
  return cx('btn', kind !== 'plain' && `btn-${kind}`, size === 'big' && 'btn-big', wide && 'btn-wide', className)
}

/**
 * Returns the properties of a button that may be disabled. While it is busy, and as long as it has the focus after its own press
 * has disabled it, it is disabled for presses alone: with the attribute `disabled` the focus would be lost.
 */
function useDisabled(props: Pick<ComponentProps<'button'>, 'disabled' | 'onClick' | 'onBlur'>, busy = false) {
  const { disabled = false } = props
  const [isHeld, setHeld] = useState(false)
  return {
    disabled: disabled && !isHeld,
    'aria-disabled': busy || (disabled && isHeld) || undefined,
    onClick: (event: React.MouseEvent<HTMLButtonElement>) => {
      if (busy || disabled) return event.preventDefault()
      setHeld(event.currentTarget === document.activeElement)
      props.onClick?.(event)
    },
    onBlur: (event: React.FocusEvent<HTMLButtonElement>) => {
      setHeld(false)
      props.onBlur?.(event)
    },
  }
}

/** `busy` disables the button and shows `busyLabel` ("Saving…"); the width stays. */
export function Button({
  kind,
  size,
  icon,
  wide,
  busy = false,
  busyLabel,
  className,
  children,
  ...rest
}: ButtonStyle & { busy?: boolean; busyLabel?: string } & Omit<ComponentProps<'button'>, 'kind' | 'size'>) {
  return (
    <button
      type="button"
      {...rest}
      {...useDisabled(rest, busy)}
      className={classOf({ ...(kind && { kind }), ...(size && { size }), ...(wide && { wide }) }, className)}
    >
      {busyLabel ? (
        <Swap isOn={busy} on={busyLabel} off={children} icon={icon} />
      ) : (
        <>
          {icon && <Icon name={icon} />}
          {children}
        </>
      )}
    </button>
  )
}

/** Both labels lie in one grid cell, so the button is as wide as the wider one, and each has the icon beside it. */
function Swap(props: { isOn: boolean; on: ReactNode; off: ReactNode; icon: IconName | undefined }) {
  const { isOn, icon } = props
  return (
    <span className="btn-swap">
      <span aria-hidden={isOn} data-on={!isOn}>
        {icon && <Icon name={icon} />}
        {props.off}
      </span>
      <span aria-hidden={!isOn} data-on={isOn}>
        {icon && <Icon name={icon} />}
        {props.on}
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
}: ButtonStyle & { href: string } & ComponentProps<'a'>) {
  return (
    <a
      {...rest}
      className={classOf({ ...(kind && { kind }), ...(size && { size }), ...(wide && { wide }) }, className)}
    >
      {icon && <Icon name={icon} />}
      {children}
    </a>
  )
}

/** `dot` is the yellow diamond for something new (mention it in `label` too). */
export function IconButton({
  icon,
  label,
  dot,
  className,
  ...rest
}: { icon: IconName; label: string; dot?: boolean } & ComponentProps<'button'>) {
  return (
    <button
      type="button"
      {...rest}
      {...useDisabled(rest)}
      className={cx('icon-btn', className)}
      aria-label={label}
      data-tip={label}
    >
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
