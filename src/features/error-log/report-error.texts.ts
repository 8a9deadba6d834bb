export const RECORDED = 'It has been noted. What you saved is safe.'

export const NOT_AN_ERROR = 'Something that is no error was thrown'
