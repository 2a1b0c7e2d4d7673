import type { ReactNode } from 'react'
import { SIGN_UP_POLICIES, SITE_LIMITS } from '#shared/site.ts'
import { servesItsBackend } from '~/lib/environment'
import { siteFields, siteForm } from '~/messages/en/site-settings'
import { FormSection, type SiteFormApi, SiteText } from './site-fields'

/** The sign-up policy, and the page's text about it. */
export function SignUpSection({ form, invitations }: { form: SiteFormApi; invitations: ReactNode }) {
  return (
    <FormSection title={siteForm.sections.signUp} hint={siteForm.sections.signUpHint}>
      <fieldset>
        <legend className="mb-1.5 font-medium text-sm">{siteFields.sign_up}</legend>
        <div className="grid gap-2 sm:grid-cols-3">
          {SIGN_UP_POLICIES.map((policy) => {
            const [label, effect] = siteForm.policies[policy]
            return (
              <label
                key={policy}
                className="flex gap-2.5 rounded-control border border-line bg-surface px-3.5 py-3 transition-colors hover:border-line-strong has-checked:border-accent has-checked:bg-accent-soft"
              >
                <input
                  {...form.register('sign_up')}
                  type="radio"
                  value={policy}
                  className="mt-0.5 size-4.5 shrink-0 accent-accent"
                />
                <span className="text-sm">
                  <span className="block font-medium">{label}</span>
                  <span className="block text-[13px] text-ink-soft leading-5">{effect}</span>
                </span>
              </label>
            )
          })}
        </div>
        {!servesItsBackend() && (
          <p className="mt-2 max-w-[62ch] text-[13px] text-ink-soft">{siteForm.hostedSignUp}</p>
        )}
      </fieldset>
      {form.watch('sign_up') === 'invited' && invitations}
      <SiteText
        form={form}
        field="sign_up_text"
        limit={SITE_LIMITS.sign_up_text}
        hint={siteForm.signUpTextHint}
      />
    </FormSection>
  )
}
