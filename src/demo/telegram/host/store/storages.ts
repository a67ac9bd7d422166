/** The bot's storage is one per person; a device's storage is shared by all who use it. */
export type Storages = {
  device: Map<string, string>
  secure: Map<string, string>
  getCloud(accountId: number): Map<string, string>
}

export function createStorages(): Storages {
  const clouds = new Map<number, Map<string, string>>()
  return {
    device: new Map(),
    secure: new Map(),
    getCloud(accountId) {
      const cloud = clouds.get(accountId) ?? new Map<string, string>()
      clouds.set(accountId, cloud)
      return cloud
    },
  }
}
