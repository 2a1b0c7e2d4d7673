import type { Words } from '#shared/words.ts'

/** Texts of the screen: site. */

export const oopsPageNotFound = 'Oops! Page not found'
export const returnToHome = 'Return to Home'
export const youSeemToBeOffline = 'You seem to be offline'
export const somethingWentWrong = 'Something went wrong'
export const tryAgain = 'Try again'
export const terms = 'Terms'
export const privacy = 'Privacy'
export const about = 'About'
export const contact = 'Contact'
export const main = 'Main'
export const categories = 'Categories'
export const admin = 'Admin'
export const profile = 'Profile'
export const signOut = 'Sign out'
export const signIn = 'Sign In'
export const signUp = 'Sign Up'
export const menu = 'Menu'
export const closeMenu = 'Close menu'
export const home = 'Home'
export const theme = 'Theme'
export const search = ({ items }: Words) => `Search ${items} and categories...`
export const ctrlK = 'Ctrl K'
export const skipToContent = 'Skip to content'

export const offlineBecause = (message: string) =>
  `${message}. We could not reach the server: check your connection and try again.`
export const failedBecause = (message: string) => `${message}. Please try again in a moment.`
export const productOnNetwork = (productName: string, label: string) => `${productName} on ${label}`
export const systemTheme = 'System theme'
export const lightTheme = 'Light theme'
export const darkTheme = 'Dark theme'
export const pageNotShown = 'This page could not be shown'
export const signedOut = 'Successfully signed out!'
export const sessionEnded = 'Your session has ended. Please sign in again.'
