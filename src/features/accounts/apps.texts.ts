export const APP_TEXTS = {
  redirectWrong:
    'A redirect address begins with https://, with http://localhost or http://127.0.0.1, or with a scheme of the app such as com.example.app:/',
  requestOver: 'This request is too old. Begin again in the app.',
} as const
