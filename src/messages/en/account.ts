import { topicItems, type Words } from '#shared/words.ts'

/** Texts of the screen: account. */

export const formNeedsScript =
  'This form needs JavaScript. Please switch it on for this site and reload the page.'
export const almostThere = 'Almost there'
export const tryAgain = 'Try again'
export const checkingYourLink = 'Checking your link'
export const verifyingYourEmail = 'Verifying your email'
export const takesAMoment = 'This takes a moment, then you are redirected.'
export const checkingTheLink = 'Checking the link'
export const goOn = 'Continue'
export const signInNeedsScript =
  'Signing in needs JavaScript. Switch it on for this site and open the link again: it still works.'
export const verifyYourEmail = 'Verify your email'
export const pressToVerify = 'Press the button to confirm that this address is yours.'
export const linkWorksOnce = 'The link works once: it is used when the new password is accepted.'
export const linkKeptTryLater =
  'This did not work at the moment. Your link still works: please try again in a minute.'
export const choosePassword =
  'Your email address is verified. Several passwords were chosen when signing up with it: ask for a link to set one.'
export const verifyMyEmail = 'Verify my email'
export const emailVerified = 'Email verified'
export const emailIsVerified = 'Your email address is verified. You can sign in now.'
export const goToLogin = 'Go to Login'
export const pleaseSignUpAgain = 'Please sign up again'
export const signUp = 'Sign Up'
export const thisLinkNoLongerWorks = 'This link no longer works'
export const recoveryLinkDead =
  'It has expired, was used already, or is not complete. Each link resets a password once.'
export const askForAnotherLink = 'Ask for another link'
export const verificationLinkDead =
  'It has expired, was used already, or is not complete. If your address is verified already, just sign in; if not, we can send you another link.'
export const sendAnotherLink = 'Send another link'
export const newLinkOnItsWay = 'If this address is waiting to be verified, a new link is on its way.'
export const email = 'Email'
export const mailOnItsWay =
  'If there is an account with this address, an email is on its way. Look in the spam folder too.'
export const sending = 'Sending...'
export const resetPassword = 'Reset Password'
export const enterAddress =
  'Enter the address of your account and we will email you a link to set a new password.'
export const rememberedIt = 'Remembered it?'
export const signIn = 'Sign In'
export const sendResetInstructions = 'Send Reset Instructions'
export const resetInstructionsSent = 'Password reset instructions have been sent to your email'
export const resetFailed = 'An error occurred while resetting your password'
export const resetRequestFailed = 'An error occurred while processing your request'
export const resendVerification = 'Send the verification email again'
export const setNewPassword = 'Set New Password'
export const opensFromLink =
  'This page opens from the link in our email. The link has expired, was used already, or was opened in another browser.'
export const passwordReset = 'Password has been reset successfully'
export const newPassword = 'New Password'
export const atLeast6Characters = 'At least 6 characters.'
export const currentPassword = 'Current Password'
export const confirmNewPassword = 'Confirm New Password'
export const passwordConfirmation = 'password confirmation'
export const resetting = 'Resetting...'
export const welcomeBack = 'Welcome Back'
export const signInToYourAccount = 'Sign in to your account'
export const dontHaveAnAccount = "Don't have an account?"
export const successfullySignedIn = 'Successfully signed in!'
export const password = 'Password'
export const forgotYourPassword = 'Forgot your password?'
export const signingIn = 'Signing in...'
export const yourAccountIsSuspended = 'Your account is suspended.'
export const accountSuspended = 'Your account is suspended'
export const suspendedMeans =
  'You cannot sign in until an administrator lifts the suspension. If you think it is a mistake, contact us.'
export const contactUs = 'Contact us'
export const otherAccount = 'Sign in with another account'
export const suspendedSeeWhy = 'Sign in with your password to see why.'
export const createAnAccount = 'Create an Account'
export const joinToDiscoverAndSave = (words: Words) => `Join to discover and save ${topicItems(words)}`
export const alreadyHaveAnAccount = 'Already have an account?'
export const recommendTheToolsYouUse = ({ items }: Words) =>
  `Recommend the ${items} you use, in your own words.`
export const signUpIsClosed = 'Sign-up is closed'
export const noNewAccounts =
  'No new accounts are made here at the moment. Everything can be read without one.'
export const browseTools = ({ items }: Words) => `Browse ${items}`
export const byInvitation = 'Sign-up is by invitation. Use the email address that was invited.'
export const signUpConsent = 'By signing up you confirm that you are at least 18 and accept the'
export const andThe = 'and the'
export const terms = 'Terms'
export const privacyPolicy = 'Privacy Policy'
export const signUpSuccessful = 'Sign up successful! Please check your email for verification.'
export const fullName = 'Full Name'
export const creatingAccount = 'Creating account...'
export const checkYourEmail = 'Check your email'
export const linkSent = 'A verification link was sent to you.'
export const openToVerify =
  'Open it to verify your account. You can sign in only once the account is verified.'
export const noEmailYet = 'No email after a few minutes? Please check your spam folder too.'

export const signUpAgainBecause = (reason: string) =>
  `${reason}. A username is kept for a day; please sign up again with another.`
export const newLinkOnItsWayTo = (email: string) =>
  `If ${email} is waiting to be verified, a new link is on its way.`
export const openLinkFirst = (email: string) =>
  `Open the link in the email we sent to ${email} first, then sign in.`
export const forAddress = (email: string) => `For ${email}`
export const linkSentTo = (email: string) => `A verification link was sent to ${email}.`
export const addressIsVerified = 'Your email address is verified.'
export const passwordChangedSignIn = 'Your password is changed. Sign in with the new one.'
export const takeMeBack = 'Take me back'
export const invalidEmail = 'Invalid email address'
export const passwordRequired = 'Password is required'
export const passwordTooShort = 'Password must be at least 6 characters'
export const passwordTooLong = (bytes: number, limit: number) =>
  `Password is too long: ${bytes} bytes, and ${limit} is the limit. Emoji and letters outside English count for more than one`
export const passwordTooLongFor = (limit: number) =>
  `Password is too long: ${limit} bytes is the limit. Emoji and letters outside English count for more than one`
export const passwordWeak = 'This password is too easy to guess. Please choose another'
export const currentPasswordRequired = 'Current password is required'
export const passwordsDiffer = 'Passwords do not match'
export const changeEmail = 'Change email'
export const changeEmailHow = (email: string) =>
  `We email a link to the new address and one to ${email}. The change is made once both links have been opened, within a day.`
export const newEmail = 'New email'
export const sendLinks = 'Send links'
export const emailIsYours = 'This is your email address already'
export const emailChangeSent = 'Open the links we emailed to both addresses'
export const emailPending = (newEmail: string) =>
  `Changes to ${newEmail} once both addresses have confirmed, within a day.`
export const cancelChange = 'Cancel the change'
export const cancelling = 'Cancelling...'
export const changePassword = 'Change password'
export const changing = 'Changing...'
export const endsOtherSessions = 'You stay signed in here and are signed out everywhere else.'
export const passwordChanged = 'Your password has been changed'
export const confirmChange = 'Confirm the change'
export const confirmingYourEmail = 'Confirming your email'
export const oneAddressConfirmed = 'Confirmed, one more to go'
export const openOtherLink =
  'Now open the link in the email to your other address. Your email address changes once both have confirmed.'
export const emailChanged = 'Your email address was changed'
export const signInWithNewEmail =
  'Sign in with the new address from now on. Your previous address was told, and can take the change back for seven days.'
export const goToProfile = 'Go to your profile'
export const emailChangeLinkDead =
  'It has expired, was used already, or was replaced by a newer one. You can ask for the change again on your profile.'
export const addressInUse = 'Another account has this email address now.'
export const linkRefused = 'This link does not work now'
