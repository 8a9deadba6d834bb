import { type UseFormReturn, useWatch } from 'react-hook-form'
import { Field, PasswordInput } from '#web/ui/field.tsx'
import type { ResetForm } from '../credentials.schemas.ts'
import { StrengthMeter } from './strength-meter.tsx'

/** The two fields of a new password, with the rules that it still breaks (G01, C33). */
export function NewPasswordFields<F extends ResetForm>({ form }: { form: UseFormReturn<F> }) {
  // The fields that every such form has.
  const { register, control, formState } = form as unknown as UseFormReturn<ResetForm>
  const [password = ''] = useWatch({ control, name: ['password'] })
  const { errors } = formState
  return (
    <>
      <div className="grid gap-2">
        <Field label="New password" error={errors.password?.message}>
          <PasswordInput {...register('password')} required autoComplete="new-password" />
        </Field>
        <StrengthMeter password={password} isProblemShown={errors.password !== undefined} />
      </div>
      <Field label="New password again" error={errors.again?.message}>
        <PasswordInput {...register('again')} required autoComplete="new-password" />
      </Field>
    </>
  )
}
