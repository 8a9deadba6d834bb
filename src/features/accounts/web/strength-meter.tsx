import { newPasswordProblem, passwordStrength } from '../accounts.rules.ts'

const TONES = { Weak: 'bg-danger', Good: 'bg-mid', Strong: 'bg-good' } as const

/**
 * Shows the strength as five steps and a word (R-AUTH-04 to 06), and below them the rule that the password still
 * breaks, so that "Good" does not mislead (C33).
 */
export function StrengthMeter({ password, isProblemShown }: { password: string; isProblemShown: boolean }) {
  if (password === '') return null
  const { score, label } = passwordStrength(password)
  const problem = newPasswordProblem(password)
  return (
    <div className="grid gap-1.5">
      <div className="flex items-center gap-3">
        <div
          role="meter"
          aria-label="Password strength"
          aria-valuemin={0}
          aria-valuemax={5}
          aria-valuenow={score}
          aria-valuetext={label}
          className="grid flex-1 grid-cols-5 gap-1"
        >
          {[1, 2, 3, 4, 5].map((point) => (
            <span key={point} className={`h-1 rounded-full ${point <= score ? TONES[label] : 'bg-surface-3'}`} />
          ))}
        </div>
        <span className="w-12 text-right text-13 font-semibold" aria-live="polite">
          {label}
        </span>
      </div>
      {problem !== null && !isProblemShown && <p className="text-13 text-text-2">{problem}</p>}
    </div>
  )
}
