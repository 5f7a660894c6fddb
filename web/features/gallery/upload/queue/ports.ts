import type { BodyOf } from '#contract/endpoint.ts';
import type { addPhoto } from '#contract/photos.ts';
import type { HostPorts } from '../host.ts';
import type { Outcome } from '../picture/prepare.ts';

export type SavePorts = {
  /** The same key twice saves one photo. */
  save(photo: BodyOf<typeof addPhoto>, key: string): Promise<{ acknowledged: boolean }>;
  /** Starts loading the list anew; nobody waits for it. */
  reload(): void;
};

export type SendPorts = HostPorts &
  SavePorts & {
    /** False when the device itself says that it has no connection. */
    online(): boolean;
    log(message: string, error: unknown): void;
  };

export type UploadPorts = SendPorts & {
  newId(): string;
  prepare(file: File, signal: AbortSignal): Promise<Outcome>;
  toast: { success(text: string): void; warning(text: string): void };
};
