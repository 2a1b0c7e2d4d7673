/** Validation messages, the same in forms, import and API. The server reads this file too. */

export const required = (name: string) => `${name} is required`
export const tooLong = (name: string, limit: number) => `${name} must be ${limit} characters or less`
export const hiddenCharacters = (name: string) =>
  `${name} contains control characters or hidden formatting. Please remove them.`

export const name = 'Name'
export const slug = 'Slug'
export const description = 'Description'
export const slugPattern = 'Slug must contain only lowercase letters, numbers, and hyphens'
export const invalidUrl = 'Must be a valid URL'
export const toolDescriptionTooLong = 'Description must be less than 500 characters'

export const fileTooLarge = 'The file is larger than 50 MB'
export const fileChanged = 'The file has changed since you chose it. Choose it again.'

export const fullName = 'Full name'
export const username = 'Username'
export const usernameTooShort = 'Username must be at least 3 characters'
export const usernamePattern =
  'Username must be 3-30 characters and can only contain letters, numbers, underscores, and hyphens'
