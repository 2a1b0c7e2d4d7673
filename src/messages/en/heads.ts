/**
 * Titles and descriptions of pages, for tabs and search engines. Separate from the other texts, because the head of
 * every route is part of the first load.
 */

export const home = (site: string) => `${site} AI - Discover New AI Tools`
export const newTools = 'New AI Tools'

export const category = (site: string, name: string) => `${name} - ${site}`
export const aboutCategory = (name: string) => `AI tools in the category ${name}.`
export const newInCategory = (name: string) => `New in ${name}`

export const categories = (site: string) => ({
  title: `All Categories - ${site}`,
  description: 'Every category of AI tools in the directory, with the number of tools in each.',
})

export const tool = (name: string) => `${name} - AI Tool Details`
export const recommendationsOf = (name: string) => `Recommendations of ${name}`

export const signIn = (site: string) => ({
  title: `Sign In - ${site}`,
  description: 'Sign in to recommend the AI tools you use.',
})

export const signUp = (site: string) => ({
  title: `Sign Up - ${site}`,
  description: 'Create an account to recommend the AI tools you use, in your own words.',
})

export const forgotPassword = (site: string) => ({
  title: `Reset Password - ${site}`,
  description: 'Ask for a link to set a new password.',
})

export const resetPassword = (site: string) => ({
  title: `Set New Password - ${site}`,
  description: 'Set a new password for your account.',
})

export const verifyEmail = (site: string) => ({
  title: `Check your email - ${site}`,
  description: 'Open the link in our email to verify your account.',
})

export const confirmLink = (site: string) => ({
  title: `Checking your link - ${site}`,
  description: 'Where the links in our emails lead.',
})

export const profile = (site: string) => ({
  title: `Your Profile - ${site}`,
  description: 'Manage your account information and upvotes',
})

export const admin = (site: string) => ({
  title: `Admin Dashboard - ${site}`,
  description: 'Tools, categories and flagged content',
})

export const adminPage = (page: string, site: string) => `${page} - Admin Dashboard - ${site}`
export const adminTools = 'Tools'
export const addNewTool = 'Add New Tool'
export const editTool = 'Edit Tool'
export const adminCategories = 'Categories'
export const addNewCategory = 'Add New Category'
export const editCategory = 'Edit Category'
export const flags = 'Flags'
export const people = 'Members'
export const auditLog = 'Audit log'
export const importAndExport = 'Import & export'
export const backup = 'Backup'
export const searchSettings = 'Search settings'
export const siteSettings = 'Site settings'

/** Every title but home's and a tool's ends in the name of the site. */
export const ofSite = (title: string, site: string) => `${title} - ${site}`
export const pageNotFound = 'Page not found'
export const pageFailed = 'Something went wrong'
export const toolNotFound = 'Tool Not Found'
