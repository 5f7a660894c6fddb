export type PhotoRow = {
  id: string;
  user_id: string;
  /** Id of the picture at the built-in image host, or its URL at a hosted service. */
  picture_id: string;
  title: string;
  width: number | null;
  height: number | null;
  placeholder: string | null;
  /** Number of reports since the operator's last decision, and the time of the first one. */
  reports: number;
  reported_at: number | null;
  /**
   * When reports hid this photo. While this is set, later photos of the same picture are hidden as well,
   * until the operator decides.
   */
  hidden_at: number | null;
  /** When the operator decided to keep the photo. Reports can no longer hide it. */
  kept_at: number | null;
  /**
   * When reports exceeded the hourly limit of hidden photos. The photo stays visible until the operator
   * decides.
   */
  over_limit_at: number | null;
};

/** Pictures that reports hid or the operator removed. They cannot be added again. */
export type ModeratedPictureRow = { picture_id: string; decided_at: number };

/**
 * The hourly limit of hidden photos has one row for each photo that may be hidden in an hour. `hidden_at` is
 * when the row was last used.
 */
export type PhotoHidingRow = { slot: number; hidden_at: number };

/** One row per member and photo, so that a member can report a photo only once. */
export type PhotoReportRow = { photo_id: string; user_id: string; created_at: number };
