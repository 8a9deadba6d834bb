import { cx } from './class-names.ts'

/** The logo: the save crystal over its shelf. Use `outline` only in empty and error states. */
export function Logo(props: { size?: number; outline?: boolean; className?: string }) {
  const size = props.size ?? 22
  return (
    <svg
      className={cx('logo', props.outline && 'logo-line', props.className)}
      viewBox="0 0 24 24"
      width={size}
      height={size}
      aria-hidden="true"
    >
      <path className="l" d="M12 1 5 9.5 12 18z" />
      <path className="r" d="M12 1l7 8.5L12 18z" />
      <path className="s" d="M4 20.5h16V23H4z" />
    </svg>
  )
}

/** The logo with the name as text, for the header, the footer and the sign-in pages. */
export function Wordmark(props: { name?: string; logoSize?: number; className?: string }) {
  return (
    <span className={cx('brand', props.className)}>
      <Logo size={props.logoSize ?? 22} />
      <span>{props.name ?? 'Savepoint'}</span>
    </span>
  )
}
