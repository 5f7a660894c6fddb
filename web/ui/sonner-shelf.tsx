import { useEffect } from 'react';
import { toast as sonner, Toaster } from 'sonner';
import { showToastsWith } from './toast.ts';

export default function SonnerShelf() {
  useEffect(() => {
    showToastsWith((kind, text) => void sonner[kind](text));
    return () => showToastsWith(undefined);
  }, []);
  return <Toaster position="top-center" duration={5000} richColors closeButton theme="system" />;
}
