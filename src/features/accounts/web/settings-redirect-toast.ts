import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { toast } from '#web/ui/toasts.ts'
import { SIGN_IN_SETTINGS } from '../settings.texts.ts'
import { providerNamed, providersQuery } from './providers.api.ts'

const EMAIL_TEXTS: Record<string, string> = {
  half: SIGN_IN_SETTINGS.emailHalf,
  changed: SIGN_IN_SETTINGS.emailChanged,
  taken: SIGN_IN_SETTINGS.emailTaken,
  invalid: SIGN_IN_SETTINGS.linkInvalid,
}

/** Shows the result of a mail's link or of the provider once, and removes it from the URL. */
export function useSettingsRedirectToast(): void {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const { data: providers } = useQuery(providersQuery())
  const isShown = useRef(false)
  const text = arrivalText(search, providerNamed(providers, search))
  // biome-ignore lint/correctness/useExhaustiveDependencies: the URL decides, and the toast is shown once
  useEffect(() => {
    if (isShown.current || text === null) return
    isShown.current = true
    toast({ title: text })
    void navigate('/settings/account', { replace: true })
  }, [text])
}

function arrivalText(search: URLSearchParams, name: string): string | null {
  if (search.has('linked')) return SIGN_IN_SETTINGS.providerLinked(name)
  const error = search.get('error')
  if (error === 'identity_used') return SIGN_IN_SETTINGS.providerTaken(name)
  if (error !== null) return SIGN_IN_SETTINGS.providerNotLinked(name)
  const email = search.get('email')
  return email === null ? null : (EMAIL_TEXTS[email] ?? null)
}
