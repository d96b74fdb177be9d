//! Validates files in parallel.

use std::{
    sync::{
        atomic::{AtomicUsize, Ordering},
        mpsc,
    },
    thread,
};

use super::{ObjectFile, ObjectValidator, ValidatedFile};

impl ObjectValidator<'_> {
    /// Validates files on as many threads as the system has processors. The results are in the order of the files.
    /// Calls `progress` with the number of completed files.
    pub fn validate_all(&self, files: &[ObjectFile], progress: &mut dyn FnMut(usize)) -> Vec<ValidatedFile> {
        let threads = thread::available_parallelism().map_or(1, usize::from).min(files.len());
        if threads <= 1 {
            return files.iter().map(|file| self.validate(file)).collect();
        }
        let next = AtomicUsize::new(0);
        let (sender, receiver) = mpsc::channel();
        let work = |sender: mpsc::Sender<(usize, ValidatedFile)>| {
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                let Some(file) = files.get(index) else { break };
                if sender.send((index, self.validate(file))).is_err() {
                    break;
                }
            }
        };
        let mut validated: Vec<Option<ValidatedFile>> = files.iter().map(|_| None).collect();
        thread::scope(|scope| {
            let started = (0..threads).filter(|_| {
                let sender = sender.clone();
                let work = &work;
                idlgen_yaml::spawn_deep(scope, move || work(sender)).is_ok()
            });
            // If the system cannot create threads, use the current one.
            if started.count() == 0 {
                work(sender.clone());
            }
            drop(sender);
            for (done, (index, file)) in receiver.into_iter().enumerate() {
                if let Some(place) = validated.get_mut(index) {
                    *place = Some(file);
                }
                progress(done + 1);
            }
        });
        validated.into_iter().flatten().collect()
    }
}
