import { ForgotScreen } from '#features/accounts/web/forgot-screen.tsx'
import { Head } from '#web/head.tsx'

export function Page() {
  return (
    <>
      <Head
        title="Forgot password"
        description="Ask for a link to set a new password."
        path="/forgot-password"
        isIndexed={false}
      />
      <ForgotScreen />
    </>
  )
}
