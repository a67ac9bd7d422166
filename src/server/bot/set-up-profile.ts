import type { Api } from 'grammy'
import { type Profile, profileDifference } from './profile-difference.ts'

/** Commands, descriptions and menu button as they should be. A restart that finds them so writes nothing. */
export async function setUpProfile(api: Api, profile: Profile): Promise<void> {
  for (const change of await profileDifference(api, profile)) await change.apply()
}
